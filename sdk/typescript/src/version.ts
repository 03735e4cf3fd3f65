/** The version of this package. A release writes it. */
export const VERSION = '0.1.0'
