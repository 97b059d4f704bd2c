export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Tokens and HTTP headers count in seconds (RFC 7519 section 2, RFC 9110 section 10.2.3). */
export const MINUTE_SECONDS = 60
export const HOUR_SECONDS = 60 * MINUTE_SECONDS
export const DAY_SECONDS = 24 * HOUR_SECONDS

/** Two clocks may differ by this. A time further in the future was recorded while a clock was wrong. */
export const SKEW_SECONDS = 60
export const SKEW_MS = SKEW_SECONDS * SECOND_MS
