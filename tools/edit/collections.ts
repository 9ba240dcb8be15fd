/** The content types as the editor lists them: groups, names and pages. Files and schemas: content/collections.ts. */
import type { EntryCollection } from '@sveltia/cms';
import type { z } from 'zod';
import { type ContentTypes, contentTypes, entryId } from '../../content/collections.ts';

/** The entries of a content type: one form of the editor. */
export type ContentKind = {
  name: string;
  label: string;
  schema: z.ZodType;
  /** The hint of the text below the front matter, where there is one. */
  text?: string;
  /** Whether the text may be empty. */
  isTextOptional?: boolean;
  /** Where its page is, below the shop's address. `{{slug}}` stands for the id. */
  page?: string;
  icon?: string;
};

/** A file that always exists. */
export type SingleFile = ContentKind & {
  file: string;
  /** Where its pictures lie, as seen from the file; beside it when left out. */
  pictures?: string;
};

/** A folder to which editors add entries. `path` is below it, without the ending, which is `extension`. */
export type Folder = ContentKind & {
  folder: string;
  path: string;
  extension: 'md' | 'yaml';
  options: FolderOptions;
};
type FolderOptions = Partial<EntryCollection> & { identifier_field: string };

/** How the editor shows a content type. */
type Presentation = Omit<ContentKind, 'name' | 'label' | 'schema'> & {
  label: string;
  pictures?: string;
  /** Only for folders. */
  options?: FolderOptions;
  /** Without one, files stand alone. */
  group?: 'about';
};

const facts = 'The shop’s facts may stand in it by name, such as {{returns.days}} or {{care.email}}.';
const amounts =
  'Amounts stand in it by name: {{price}}, {{mrp}}, {{saving}} of a kit, or {{price.rose-balance-toner}} of another product.';

/** In the order of the editor's list. */
const presentations: Record<keyof ContentTypes, Presentation> = {
  products: {
    label: 'Products',
    text: `The story on the product’s page: what it is, for whom, and for whom not. ${amounts}`,
    isTextOptional: true,
    page: 'product/{{slug}}',
    icon: 'spa',
    options: {
      label_singular: 'product',
      identifier_field: 'name',
      summary: '{{name}}, ₹{{price}}',
      thumbnail: 'pictures.*.file',
      sortable_fields: { fields: ['order', 'name', 'price'] },
      view_groups: [
        { label: 'Category', field: 'category' },
        { label: 'Status', field: 'status' },
      ],
    },
  },
  categories: {
    label: 'Categories',
    page: 'category/{{slug}}',
    icon: 'category',
    options: {
      label_singular: 'category',
      identifier_field: 'name',
      summary: '{{name}}',
      sortable_fields: { fields: ['order', 'name'] },
    },
  },
  brands: {
    label: 'Brands',
    page: 'brand/{{slug}}',
    icon: 'sell',
    options: { label_singular: 'brand', identifier_field: 'name', summary: '{{name}}' },
  },
  ingredients: {
    label: 'Ingredients',
    page: 'ingredients/{{slug}}',
    icon: 'science',
    options: {
      label_singular: 'ingredient',
      identifier_field: 'inci',
      summary: '{{inci}}: {{name}}',
      sortable_fields: { fields: ['inci', 'name'] },
    },
  },
  routine: { label: 'Routine', icon: 'checklist', page: 'routine' },
  journal: {
    label: 'Journal',
    text: 'Headings are second level; the title is above already.',
    page: 'journal/{{slug}}',
    icon: 'article',
    options: {
      label_singular: 'article',
      identifier_field: 'title',
      thumbnail: 'picture.file',
      sortable_fields: {
        fields: ['published', 'title'],
        default: { field: 'published', direction: 'descending' },
      },
    },
  },
  policies: {
    label: 'Policies',
    text: facts,
    page: 'policies/{{slug}}',
    icon: 'gavel',
    // Other pages link to some of them.
    options: { label_singular: 'policy', identifier_field: 'title', delete: false },
  },
  pages: {
    label: 'Own pages',
    text: facts,
    page: 'pages/{{slug}}',
    icon: 'description',
    options: { label_singular: 'page', identifier_field: 'title' },
  },
  faqs: {
    label: 'Questions',
    page: 'contact#{{slug}}',
    icon: 'contact_support',
    options: { label_singular: 'topic', identifier_field: 'title', delete: false },
  },
  contact: { label: 'Contact page', page: 'contact', icon: 'call' },
  about: { group: 'about', label: 'About the shop', text: `The story. ${facts}`, page: 'about' },
  aboutIngredients: { group: 'about', label: 'Ingredients', page: 'about/ingredients' },
  sustainability: { group: 'about', label: 'Sustainability', page: 'about/sustainability' },
  team: { group: 'about', label: 'Team', page: 'about/team' },
  sales: { label: 'Sales', icon: 'sell' },
  redirects: { label: 'Redirects', icon: 'signpost' },
  store: { label: 'Shop and banner', icon: 'storefront' },
  theme: { label: 'Colours and fonts', icon: 'palette' },
  navigation: { label: 'Menu and footer', icon: 'menu' },
  delivery: { label: 'Delivery', icon: 'local_shipping' },
  couriers: { label: 'Couriers', icon: 'package_2' },
  courierExports: { label: 'Files for couriers', icon: 'upload_file' },
  courierStatuses: { label: 'Statuses of couriers', icon: 'forum' },
  tax: { label: 'Tax', icon: 'receipt_long' },
  search: { label: 'Search words', icon: 'search' },
  home: { label: 'Home page', icon: 'home', pictures: 'home' },
  collection: { label: 'Collection page', icon: 'grid_view', page: 'collection', pictures: 'home' },
  skin: { label: 'My skin', icon: 'face', page: 'skin' },
  testimonials: { label: 'Testimonials', icon: 'format_quote' },
};

const files = (Object.keys(presentations) as (keyof ContentTypes)[]).flatMap((type) => {
  const { label, page, ...rest } = presentations[type];
  const { files, schema } = contentTypes[type];
  return files.map((file) => {
    const name = file.includes('*') ? type : entryId(file);
    return {
      ...rest,
      name,
      label,
      schema,
      page: file.includes('*') ? page : page?.replace('{{slug}}', name),
      file: `content/${file}`,
    };
  });
});

/** Folders to which editors add entries. */
export const folders: Folder[] = files.flatMap(({ file, options, ...rest }) => {
  const [folder = '', path] = file.split('/*');
  if (path === undefined || !options) return [];
  const extension = path.endsWith('.md') ? 'md' : 'yaml';
  return { ...rest, options, folder, path: `{{slug}}${path.slice(0, -extension.length - 1)}`, extension };
});

const filesIn = (group?: string): SingleFile[] =>
  files.filter((file) => !file.options && file.group === group);

/** Groups of files that always exist: none is added, none deleted. */
export const groups = [{ name: 'about', label: 'About', icon: 'eco', files: filesIn('about') }];

/** Files that stand alone. */
export const singles = filesIn();
