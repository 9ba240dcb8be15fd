/** Amounts as text. */

/** A whole number of paise (1 rupee = 100 paise). */
export type Paise = number;

/** `-12050` to `-120.50`, without currency or grouping, for CSV files. */
export function plainRupees(paise: Paise): string {
  const amount = Math.abs(paise);
  return `${paise < 0 ? '-' : ''}${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

const inr = /* @__PURE__ */ new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** `149900` to `₹1,499.00`, for messages. */
export const amountText = (paise: Paise): string => inr.format(paise / 100);
