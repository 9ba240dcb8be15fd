/**
 * The form of the desk's API that this build's pages speak. It is raised when a page of an older build would read or send
 * something wrong, such as rupees for paise: the desk then asks operators to load the page again (functions/http/operator.ts).
 */
export const apiVersion = '2';
