package io.paladio.carbon.index;

/** What Index says about a grant; {@link #UNKNOWN} leaves it to the face. */
public enum Access {
    GRANTED,
    DENIED,
    UNKNOWN
}
