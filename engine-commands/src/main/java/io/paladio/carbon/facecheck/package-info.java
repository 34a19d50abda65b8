/** Whether a face gives what it should, to whom it should: asked over HTTP by itself, without an engine. */
package io.paladio.carbon.facecheck;
