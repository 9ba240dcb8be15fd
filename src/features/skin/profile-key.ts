/** Where the profile of My skin is in local storage. */
export const profileKey = 'skin';
