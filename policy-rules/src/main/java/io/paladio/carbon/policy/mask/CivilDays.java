package io.paladio.carbon.policy.mask;

/** Where months and years of the proleptic Gregorian calendar begin, in days since 1970-01-01, without allocating. */
final class CivilDays {
    /** Days from 0000-03-01 to 1970-01-01: with March first, the leap day is the last of its year. */
    private static final long EPOCH = 719_468L;

    private static final long DAYS_PER_ERA = 146_097L;
    private static final int YEARS_PER_ERA = 400;
    /** January 1st in a year that begins in March. */
    private static final long JANUARY = 306L;
    /** January and February of a common year. */
    private static final long BEFORE_MARCH = 59L;

    private CivilDays() {}

    static long monthStart(long days) {
        long dayOfYear = dayOfYear(Math.floorMod(days + EPOCH, DAYS_PER_ERA));
        long month = (5 * dayOfYear + 2) / 153;
        return days - (dayOfYear - (153 * month + 2) / 5);
    }

    static long yearStart(long days) {
        long dayOfEra = Math.floorMod(days + EPOCH, DAYS_PER_ERA);
        long dayOfYear = dayOfYear(dayOfEra);
        if (dayOfYear >= JANUARY) {
            return days - (dayOfYear - JANUARY);
        }
        return days - dayOfYear - BEFORE_MARCH - (isLeap(yearOfEra(dayOfEra)) ? 1 : 0);
    }

    private static long dayOfYear(long dayOfEra) {
        long year = yearOfEra(dayOfEra);
        return dayOfEra - (365 * year + year / 4 - year / 100);
    }

    private static long yearOfEra(long dayOfEra) {
        return (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    }

    private static boolean isLeap(long yearOfEra) {
        return yearOfEra % 4 == 0 && (yearOfEra % 100 != 0 || yearOfEra % YEARS_PER_ERA == 0);
    }
}
