/** All that editors write, as the CMS lists it: which files there are, their schema and the words about it. */
import type { z } from 'zod';
import { aboutContent } from '#features/about/about.ts';
import { ingredientsContent } from '#features/about/ingredients.ts';
import { sustainabilityContent } from '#features/about/sustainability.ts';
import { teamContent } from '#features/about/team.ts';
import { collectionContent } from '#features/catalogue/collection.ts';
import { productContent } from '#features/catalogue/product.ts';
import { homeContent } from '#features/home/home.ts';
import { testimonialsContent } from '#features/home/testimonials.ts';
import { articleContent } from '#features/journal/article.ts';
import { policyContent, policySlugs } from '#features/policies/policies.ts';
import { storeContent } from '#features/store/store.ts';
import { contactContent, faqTopics, topicContent } from '#features/support/faqs.ts';
import { aboutWords, ingredientsWords, sustainabilityWords, teamWords } from './words/about.ts';
import { collectionWords } from './words/collection.ts';
import { contactWords, topicWords } from './words/contact.ts';
import { homeWords } from './words/home.ts';
import { productWords } from './words/product.ts';
import { storeWords } from './words/store.ts';
import { articleWords, policyWords, testimonialsWords } from './words/texts.ts';
import type { AnyWords, Words } from './words.ts';

/** What one kind of file may say, and where its page is. */
export type Kind = {
  label: string;
  schema: z.ZodType;
  words: AnyWords;
  /** The hint of the text below the front matter, where there is one. */
  text?: string;
  /** Where its page is, below the shop's address. */
  page?: string;
  icon?: string;
};

/** A single file. */
export type SingleFile = Kind & {
  name: string;
  file: string;
  /** Where its pictures lie, as seen from the file; beside it when left out. */
  pictures?: string;
};

/** Typed by the schema: the compiler compares the words with it. */
const kind = <Schema extends z.ZodType>(
  schema: Schema,
  words: Words<z.input<Schema>>,
  rest: Omit<Kind, 'schema' | 'words'>,
): Kind => ({ schema, words: words as AnyWords, ...rest });

const facts = 'The shop’s facts may stand in it by name, such as {{returns.days}} or {{care.email}}.';

/** Folders where editors add files of their own. */
export const folders = {
  products: {
    ...kind(productContent, productWords, {
      label: 'Products',
      text: 'The story on the product’s page: what it is, for whom, and for whom not.',
      page: 'product/{{slug}}',
      icon: 'spa',
    }),
    one: 'product',
    folder: 'content/products',
    path: '{{slug}}/index',
    title: 'name',
  },
  journal: {
    ...kind(articleContent, articleWords, {
      label: 'Journal',
      text: 'Headings are second level; the title is above already.',
      page: 'journal/{{slug}}',
      icon: 'article',
    }),
    one: 'article',
    folder: 'content/journal',
    path: '{{slug}}',
    title: 'title',
  },
};

const named = <Name extends string>(names: readonly Name[], one: (name: Name) => SingleFile): SingleFile[] =>
  names.map(one);
const title = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Groups of files that are always there: none is added, none deleted. */
export const groups: Record<string, { label: string; icon: string; files: SingleFile[] }> = {
  policies: {
    label: 'Policies',
    icon: 'gavel',
    files: named(policySlugs, (name) => ({
      ...kind(policyContent, policyWords, { label: title(name), text: facts, page: `policies/${name}` }),
      name,
      file: `content/policies/${name}.md`,
    })),
  },
  faqs: {
    label: 'Questions and contact',
    icon: 'contact_support',
    files: [
      ...named(faqTopics, (name) => ({
        ...kind(topicContent, topicWords, { label: `${title(name)}: questions`, page: `contact#${name}` }),
        name,
        file: `content/faqs/${name}.yaml`,
      })),
      {
        ...kind(contactContent, contactWords, { label: 'Contact page', page: 'contact' }),
        name: 'contact',
        file: 'content/faqs/contact.yaml',
      },
    ],
  },
  about: {
    label: 'About',
    icon: 'eco',
    files: [
      {
        ...kind(aboutContent, aboutWords, {
          label: 'About the shop',
          text: `The story. ${facts}`,
          page: 'about',
        }),
        name: 'about',
        file: 'content/about/index.md',
      },
      {
        ...kind(ingredientsContent, ingredientsWords, { label: 'Ingredients', page: 'about/ingredients' }),
        name: 'ingredients',
        file: 'content/about/ingredients.md',
      },
      {
        ...kind(sustainabilityContent, sustainabilityWords, {
          label: 'Sustainability',
          page: 'about/sustainability',
        }),
        name: 'sustainability',
        file: 'content/about/sustainability.md',
      },
      {
        ...kind(teamContent, teamWords, { label: 'Team', page: 'about/team' }),
        name: 'team',
        file: 'content/team.yaml',
      },
    ],
  },
};

/** Files that stand alone. */
export const singles: SingleFile[] = [
  {
    ...kind(storeContent, storeWords, { label: 'Shop and banner', icon: 'storefront', page: '' }),
    name: 'store',
    file: 'content/store.yaml',
  },
  {
    ...kind(homeContent, homeWords, { label: 'Home page', icon: 'home', page: '' }),
    name: 'home',
    pictures: 'home',
    file: 'content/home.yaml',
  },
  {
    ...kind(collectionContent, collectionWords, {
      label: 'Collection page',
      icon: 'grid_view',
      page: 'collection',
    }),
    name: 'collection',
    pictures: 'home',
    file: 'content/collection.yaml',
  },
  {
    ...kind(testimonialsContent, testimonialsWords, {
      label: 'Testimonials',
      icon: 'format_quote',
      page: '',
    }),
    name: 'testimonials',
    file: 'content/testimonials.yaml',
  },
];
