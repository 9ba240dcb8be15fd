/**
 * Structured data of pages (schema.org) for `<JsonLd data={…} />`: only what the page shows, as Google requires.
 * Those of products are in catalogue/structured-data.ts, those of breadcrumbs in ui/Breadcrumb.astro.
 */
import type { Store } from '#domain/store/store.ts';
import { paths, policyPath } from '#lib/paths.ts';

/** The origin of the shop; pictures and links have to be absolute. */
type Site = URL | undefined;
const absolute = (path: string, site: Site): string => new URL(path, site).href;

/** The id of the organization: publisher of articles, seller of products. */
const organizationId = (site: Site): string => `${absolute(paths.home, site)}#organization`;

/** How products come back (content/policies/refund.md): by a pickup, or by post, whose cost the shop pays back. */
export const returnPolicyLd = (store: Store, site: Site): object => ({
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'IN',
  returnPolicyCountry: 'IN',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: store.returns.days,
  merchantReturnLink: absolute(policyPath('refund'), site),
  returnMethod: 'https://schema.org/ReturnByMail',
  returnFees: 'https://schema.org/FreeReturn',
  refundType: 'https://schema.org/FullRefund',
});

/** The organization, for the home page. */
export const organizationLd = (store: Store, site: Site): object => ({
  '@type': 'OnlineStore',
  '@id': organizationId(site),
  name: store.name,
  legalName: store.legal.entity,
  url: absolute(paths.home, site),
  logo: absolute('/media/logo.png', site),
  slogan: store.tagline,
  description: store.description,
  ...(store.legal.gstin && { taxID: store.legal.gstin }),
  ...(store.legal.address && {
    address: {
      '@type': 'PostalAddress',
      streetAddress: store.legal.address.join(', '),
      addressCountry: 'IN',
    },
  }),
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    ...(store.care.phone && { telephone: store.care.phone }),
    ...(store.care.email ? { email: store.care.email } : { url: absolute(paths.contact, site) }),
    areaServed: 'IN',
  },
  hasMerchantReturnPolicy: returnPolicyLd(store, site),
  ...(store.social.length && { sameAs: store.social.map(({ url }) => url) }),
});

/** The website with its search, for the home page. */
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

/** Converts our own HTML to plain text. */
const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/**
 * Questions whose answers are on the same page.
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
  /** Its path: `/journal/…`. */
  path: string;
  /** Its picture, at a stable path if there is one. */
  picture: string;
  published: Date;
  /** The last change, if any. */
  updated?: Date | undefined;
  /** The name of a person; the shop by default. */
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
