/** In the place of each of the CMS's grammars for program code (bundle.ts). */
export default [];
