/**
 * The mailbox of an email address, in SQL: `mailboxOf` of src/lib/mailbox.ts, which a test compares. The index
 * `outbox_mailbox` (migration 0035) is on this expression of the recipient.
 */

/** @param address an SQL expression of an address, trimmed and in lower case */
export function mailboxSql(address: string): string {
  const local = `substr(${address}, 1, instr(${address}, '@') - 1)`;
  const plain = `replace(substr(${local}, 1, instr(${local} || '+', '+') - 1), '.', '')`;
  const domain = `substr(${address}, instr(${address}, '@') + 1)`;
  return `iif(${plain} = '', ${local}, ${plain}) || '@' || iif(${domain} = 'googlemail.com', 'gmail.com', ${domain})`;
}
