/**
 * What people may type. Control characters could break out of a mail's header or a label; Unicode's own
 * line ends and the characters that turn text around could make one thing look like another. The joiners
 * stay: Indian scripts and emoji need them.
 */

/** One line. */
export const oneLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

/** Several lines: line breaks and tabs are welcome. */
export const someLines = /^(?:[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u;
