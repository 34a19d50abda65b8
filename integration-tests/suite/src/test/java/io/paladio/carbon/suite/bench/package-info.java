/** Figures: what governance costs, as ratios within one run, and how Index answers at a company's size. See docs/benchmarks.md. */
package io.paladio.carbon.suite.bench;
