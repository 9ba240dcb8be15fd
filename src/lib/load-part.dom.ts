/**
 * Loads the parts of a page that come later: scripts and data files. The only way to do so (tools/rules/rules.ts), since any
 * of them can be gone: a deploy replaces files, and a tab may be older than the files that a deploy keeps. A browser does
 * not request a failed script again while the page is open, so the shopper is asked to load the page again.
 */

/** A part that could not be loaded. The message is for the shopper. */
export class MissingPart extends Error {}

type Reporter = (error: unknown, optional?: boolean) => Promise<unknown>;

let report: Reporter;
/** Called by every page (src/ui/watch-parts.dom.ts). */
export const setReporter = (reporter: Reporter): void => {
  report = reporter;
};

/** Says that a part is missing, for parts that others load. @param error of its request */
export const reportMissingPart = (error: unknown): void => void report(error);

/** For a part that the page works without, or that is loaded ahead of its use: nothing is shown. */
export const optional = true;

/**
 * Loads a part of the page.
 * @param load imports a script or fetches a file @param isOptional as {@link optional}
 * @throws MissingPart
 */
export const loadPart = <T>(load: () => Promise<T>, isOptional?: boolean): Promise<T> =>
  load().catch(async (error) => {
    throw await report(error, isOptional);
  });
