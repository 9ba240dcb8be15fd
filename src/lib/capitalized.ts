/** `a retinol` as it begins a line: `A retinol`. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
