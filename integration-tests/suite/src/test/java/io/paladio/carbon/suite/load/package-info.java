/** Many principals at work while policies change, and a model that knows what each of them may see. */
package io.paladio.carbon.suite.load;
