package io.paladio.carbon.differential;

/** The 99 queries of TPC-DS. */
class TpcdsTest extends TpcChecks {
    TpcdsTest() {
        super(TpcSuite.TPCDS);
    }
}
