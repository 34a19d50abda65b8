package io.paladio.carbon.differential;

/** The 22 queries of TPC-H. */
class TpchTest extends TpcChecks {
    TpchTest() {
        super(TpcSuite.TPCH);
    }
}
