/**
 * To be imported before everything else: what follows reads the content of the tests instead of the shop's own
 * (src/lib/content-folder.build.ts), unless CONTENT_DIR says otherwise.
 */
process.env.CONTENT_DIR ??= 'tests/content';
