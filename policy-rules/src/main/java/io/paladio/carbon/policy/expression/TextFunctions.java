package io.paladio.carbon.policy.expression;

import java.util.List;

/** String functions as Spark defines them; positions count code points. */
final class TextFunctions {
    private TextFunctions() {}

    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    static String concat(List<Object> texts) {
        StringBuilder all = new StringBuilder();
        texts.forEach(all::append);
        return all.toString();
    }

    /** Trims spaces only. */
    static String trimLeft(String text) {
        int begin = 0;
        while (begin < text.length() && text.charAt(begin) == ' ') {
            begin++;
        }
        return text.substring(begin);
    }

    /** Trims spaces only. */
    static String trimRight(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }

    /** From start, counted from 1, or from the end if negative; 0 is as 1. A start before the text uses up length. */
    static String substring(String text, int start, int length) {
        long count = length(text);
        long begin = start > 0 ? start - 1L : start == 0 ? 0 : count + start;
        long end = begin + length;
        long from = Math.max(0, Math.min(begin, count));
        long until = Math.max(from, Math.min(end, count));
        return text.substring(text.offsetByCodePoints(0, (int) from), text.offsetByCodePoints(0, (int) until));
    }

    static String right(String text, int length) {
        int skipped = length <= 0 ? length(text) : Math.max(0, length(text) - length);
        return text.substring(text.offsetByCodePoints(0, skipped));
    }

    static String replace(String text, String search, String replacement) {
        return search.isEmpty() ? text : text.replace(search, replacement);
    }
}
