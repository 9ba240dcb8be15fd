/** The whole configuration of the CMS, as it is written to `config.json`. */
import type { CmsConfig, CollectionFile, EntryCollection, Field, ViewFilter } from '@sveltia/cms';
import { categoryOfSlug, inMenuOrder } from '#domain/catalogue/category.ts';
import { hyphenated } from '#domain/catalogue/product-id.ts';
import { productStatuses } from '#domain/catalogue/publication.ts';
import { readCategories, readStore } from '#tools/lib/content.ts';
import { type ContentKind, type Folder, folders, groups, type SingleFile, singles } from './collections.ts';
import { fieldsOf, shapeOf } from './fields.ts';
import { body } from './widgets.ts';

const { pattern: slugPattern = '', complaint: slugComplaint = '' } = shapeOf(hyphenated);

/** The categories, which are content, as choices. */
function categoryChoices(): { label: string; value: string }[] {
  const categories = readCategories();
  return inMenuOrder(categories).map((slug) => ({
    label: categories.get(slug)?.name ?? slug,
    value: categoryOfSlug(slug),
  }));
}

/** The filters of the list of products, of which an editor can choose several. One without a status is published. */
const productFilters = (): ViewFilter[] => [
  ...productStatuses.map((status) => ({
    label: `Status: ${status}`,
    field: 'status',
    ...(status === 'published'
      ? { not_in: productStatuses.filter((other) => other !== status) }
      : { eq: status }),
  })),
  ...categoryChoices().map(({ label, value }) => ({ label, field: 'category', eq: value })),
];

/** A choice without options has the categories. */
function withCategories(field: Field): Field {
  if (field.widget === 'select' && !field.options.length) return { ...field, options: categoryChoices() };
  if (field.widget !== 'list') return field;
  if ('fields' in field && field.fields) return { ...field, fields: field.fields.map(withCategories) };
  return 'field' in field && field.field ? { ...field, field: withCategories(field.field) } : field;
}

/** The CMS writes the folder before the name of a new picture, and saving takes it off (save-check.ts). */
function withFolder(field: Field, folder: string): Field {
  if (field.widget === 'image' && 'pattern' in field && field.pattern) {
    const [pattern, complaint] = field.pattern as [string, string];
    return { ...field, pattern: [pattern.replace('^', `^(?:${folder}/)?`), complaint] };
  }
  if ('fields' in field && field.fields)
    return { ...field, fields: (field.fields as Field[]).map((one) => withFolder(one, folder)) } as Field;
  return field;
}

/** @throws Error naming a field without a label */
function fields({ label, schema, text, isTextOptional = false }: ContentKind): Field[] {
  try {
    const own = fieldsOf(shapeOf(schema)).map(withCategories);
    return text ? [...own, body(text, !isTextOptional) as Field] : own;
  } catch (error) {
    throw new Error(`${label}: ${(error as Error).message}`);
  }
}

const file = (one: SingleFile): CollectionFile => ({
  name: one.name,
  label: one.label,
  ...(one.icon ? { icon: one.icon } : {}),
  file: one.file,
  media_folder: one.pictures ?? '',
  public_folder: '',
  fields: one.pictures ? fields(one).map((field) => withFolder(field, one.pictures ?? '')) : fields(one),
  ...(one.page ? { preview_path: one.page } : {}),
});

const folder = (one: Folder): EntryCollection => ({
  name: one.name,
  label: one.label,
  icon: one.icon,
  folder: one.folder,
  path: one.path,
  extension: one.extension,
  media_folder: '',
  public_folder: '',
  slug: {
    template: `{{${one.options.identifier_field}}}`,
    editable: ['create'],
    hint: 'The last part of the page’s address. It cannot be changed later: orders, emails and links use it.',
    pattern: [slugPattern, slugComplaint],
  },
  preview_path: one.page,
  fields: fields(one),
  ...one.options,
  ...(one.name === 'products' && { view_filters: productFilters() }),
});

/** The page of the shop in whose window people sign in (src/pages/editor.astro). */
const signInPath = '/editor';

/** The operator, whose change is a commit of the shop's app. */
const author = ' ({{author-name}})';

/** Who may sign in: people with a key of GitHub that they make themselves, or operators by the desk. */
const signIn = (site: string, byDesk: boolean) =>
  byDesk
    ? { auth_methods: ['oauth' as const], base_url: site, auth_endpoint: signInPath }
    : { auth_methods: ['token' as const] };

/**
 * @param repo `owner/name` at the Git host: where a saved change goes. @param site where the shop is
 * @param byDesk whether people sign in by the desk
 */
export const cmsConfig = (repo: string, site: string, byDesk = false): CmsConfig => ({
  backend: {
    name: 'github',
    repo,
    branch: 'main',
    ...signIn(site, byDesk),
    squash_merges: true,
    preview_context: 'preview',
    commit_messages: {
      create: `Add {{collection}} “{{slug}}”${byDesk ? author : ''}`,
      update: `Change {{collection}} “{{slug}}”${byDesk ? author : ''}`,
      delete: `Remove {{collection}} “{{slug}}”${byDesk ? author : ''}`,
      uploadMedia: `Add the picture {{path}}${byDesk ? author : ''}`,
      deleteMedia: `Remove the picture {{path}}${byDesk ? author : ''}`,
    },
  },
  // Nothing is published unseen: a change becomes a draft with a preview first.
  publish_mode: 'editorial_workflow',
  app_title: `${readStore().name}: edit`,
  logo: { src: '/edit/favicon.svg' },
  site_url: site,
  media_folder: 'content/home',
  public_folder: '/content/home',
  media_libraries: { stock_assets: { providers: [] } },
  slug: { encoding: 'ascii', clean_accents: true, maxlength: 120 },
  output: { omit_empty_optional_fields: true },
  collections: [
    ...folders.map(folder),
    ...groups.map((group) => ({ ...group, files: group.files.map(file) })),
  ],
  singletons: singles.map(file),
});
