/**
 * Texts in the schemas of content, and what an editor sees of a field: its `.meta()`. Scripts of pages must not import these
 * schemas, only their types, and the Worker those of products and sales alone (tests/built/labels.test.ts).
 */
import * as z from 'zod';

declare module 'zod' {
  /** `title` is the label of the field, `description` the hint below it. */
  interface GlobalMeta {
    /** The name of one item of a list. */
    item?: string;
    /** What edits the field, where neither its schema nor `refersTo` says it (tools/edit/widgets.ts). */
    widget?: 'line' | 'colour' | 'parentCategory' | 'rupees';
    /** What the value names in other files, where it must exist (tools/lib/field-references.ts). */
    refersTo?:
      | 'product'
      | 'category'
      | 'usedCategory'
      | 'brand'
      | 'tag'
      | 'concern'
      | 'step'
      | 'active'
      | 'source'
      | 'rate'
      | 'district'
      | 'picture'
      | 'productPicture'
      | 'video'
      | 'page';
    /** Where the picture that the value names is: `content/home`. Left out, beside the file. */
    folder?: string | undefined;
    /** `advice`: the shop does without what the value names. Left out, it depends on `refersTo`. */
    weight?: 'advice';
    /** Further options of the CMS's widget. */
    options?: Record<string, string | number | boolean>;
  }
}

/** Tags, comments and named characters of HTML, which a page would show as they are. */
const html = /<\/?[a-z][^<>]*>|<!--|&(?:[a-z]{2,8}|#\d+|#x[\da-f]+);/i;

const plainText = (max: number) =>
  z
    .string('must be a text')
    .trim()
    .max(max, `must be at most ${max} characters`)
    .refine((typed) => !html.test(typed), 'is plain text and has HTML in it: please remove the tags');

/** A plain text. @param max characters */
export const text = (max = 200) => plainText(max).min(1, 'must not be empty');

/** Formats of pictures that the build converts, as endings of files. */
export const pictureEndings = ['jpg', 'jpeg', 'png', 'webp'] as const;

/**
 * The name of a picture's file.
 * @param folder where it is: `content/journal`. Left out, it is the folder of the product
 * @param inFolder whether the value begins with a folder: `rose-toner/2.jpg`
 */
export const pictureFile = (folder?: string, inFolder = false) =>
  z
    .string()
    .regex(
      new RegExp(`^${inFolder ? '[a-z0-9-]+/' : ''}[\\w~-]+\\.(${pictureEndings.join('|')})$`),
      `must be a picture (${pictureEndings.join(', ')}) in ${folder ?? 'the folder of the product'}`,
    )
    .meta({ refersTo: 'picture', folder });

/** The address of a page of the shop. */
export const pagePath = z
  .string()
  .regex(/^\/(?!\/)\S*$/, 'must be an address of the shop, such as /collection')
  .meta({ refersTo: 'page' });

const oneLine = [/^[^\n\r]*$/, 'must be a single line'] as const;

/** A text without line breaks. @param max characters */
export const line = (max: number) => text(max).regex(...oneLine);

/** The same where it may be left out: it is empty then. */
export const optionalLine = (max: number) =>
  plainText(max)
    .regex(...oneLine)
    .default('');
