/** Key in session storage of the email that was typed at the login, for the Forgot Password page. */
export const forgottenEmailKey = 'forgottenEmail';
