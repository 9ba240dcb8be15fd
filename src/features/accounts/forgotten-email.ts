/** Where a tab keeps the address that was typed at the login, for the page that mails a link to it. */
export const emailSlot = 'forgottenEmail';
