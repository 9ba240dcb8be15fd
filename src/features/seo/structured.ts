/**
 * What pages say to search engines in schema.org's words, for `<JsonLd data={…} />`. Only what the page
 * shows as well: Google takes anything else for a trick. Products have their own (catalogue/structured.ts),
 * breadcrumbs bring theirs along (ui/Breadcrumb.astro).
 */
import type { Store } from '#features/store/store.ts';
import { paths } from '#lib/paths.ts';

/** The shop's own address; pictures and links have to be absolute. */
type Site = URL | undefined;
const absolute = (path: string, site: Site): string => new URL(path, site).href;

/** The publisher of articles, the seller of products: one thing, by its address. */
const organizationId = (site: Site): string => `${absolute(paths.home, site)}#organization`;

/** For the home page: who the shop is. */
export const organizationLd = (store: Store, site: Site): object => ({
  '@type': 'OnlineStore',
  '@id': organizationId(site),
  name: store.name,
  legalName: store.legal.entity,
  url: absolute(paths.home, site),
  logo: absolute('/media/logo.png', site),
  slogan: store.tagline,
  description: store.description,
  taxID: store.legal.gstin,
  address: { '@type': 'PostalAddress', streetAddress: store.legal.address.join(', '), addressCountry: 'IN' },
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    telephone: store.care.phone,
    email: store.care.email,
    areaServed: 'IN',
  },
  ...(store.social.length && { sameAs: store.social.map(({ url }) => url) }),
});

/** For the home page: the site, and how it is searched. */
export const websiteLd = (store: Store, site: Site): object => ({
  '@type': 'WebSite',
  '@id': `${absolute(paths.home, site)}#website`,
  name: store.name,
  url: absolute(paths.home, site),
  inLanguage: 'en-IN',
  publisher: { '@id': organizationId(site) },
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${absolute(paths.collection, site)}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
});

/** HTML of our own making to plain text: tags go, the few entities that we write are read. */
const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/**
 * Questions whose answers stand on the same page.
 * @property answer plain text, or HTML whose paragraphs are separate entries
 */
export const faqLd = (
  questions: readonly { question: string; answer: string | readonly string[] }[],
): object => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: {
      '@type': 'Answer',
      text: typeof answer === 'string' ? answer : answer.map(plain).join('\n\n'),
    },
  })),
});

type Article = {
  title: string;
  description: string;
  /** Its address in the shop: `/journal/…`. */
  path: string;
  /** Its picture, at an address that outlives deploys where there is one. */
  picture: string;
  published: Date;
  /** When it was changed last, if ever. */
  updated?: Date | undefined;
  /** A person's name; the shop itself when left out. */
  author?: string | undefined;
};

/** An article of the journal. */
export const articleLd = (article: Article, store: Store, site: Site): object => {
  const publisher = { '@type': 'Organization', '@id': organizationId(site), name: store.name };
  return {
    '@type': 'Article',
    headline: article.title,
    description: article.description,
    image: [absolute(article.picture, site)],
    datePublished: article.published.toISOString(),
    dateModified: (article.updated ?? article.published).toISOString(),
    author: article.author ? { '@type': 'Person', name: article.author } : publisher,
    publisher,
    mainEntityOfPage: absolute(article.path, site),
    inLanguage: 'en-IN',
  };
};
