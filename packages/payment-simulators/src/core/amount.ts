/** `₹1,547.50`. @param amount in the currency's smallest unit, for example paise */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
