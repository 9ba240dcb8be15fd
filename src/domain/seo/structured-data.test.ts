import { describe, expect, it } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import { articleLd, faqLd, organizationLd, websiteLd } from './structured-data.ts';

const store = readStore();
const site = new URL('https://shop.example');

describe('faqLd', () => {
  it('has answers as plain text, with separate paragraphs', () => {
    const answer = ['Write to <a href="mailto:a@b.example">a@b.example</a>.', 'Soap &amp; &lt;water&gt;'];
    expect(faqLd([{ question: 'How?', answer }])).toEqual({
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'How?',
          acceptedAnswer: { '@type': 'Answer', text: 'Write to a@b.example.\n\nSoap & <water>' },
        },
      ],
    });
  });

  it('keeps plain text unchanged', () => {
    expect(JSON.stringify(faqLd([{ question: 'Q', answer: 'less < more &amp;' }]))).toContain(
      'less < more &amp;',
    );
  });
});

describe('articleLd', () => {
  const article = {
    title: 'On turmeric',
    description: 'Yellow.',
    path: '/journal/turmeric',
    picture: '/media/journal/turmeric.jpg',
    published: new Date('2026-11-01'),
  };

  it('has the fields that Google requires of an article, with absolute URLs', () => {
    expect(articleLd(article, store, site)).toMatchObject({
      '@type': 'Article',
      headline: 'On turmeric',
      image: ['https://shop.example/media/journal/turmeric.jpg'],
      datePublished: '2026-11-01T00:00:00.000Z',
      dateModified: '2026-11-01T00:00:00.000Z',
      mainEntityOfPage: 'https://shop.example/journal/turmeric',
      author: { '@id': 'https://shop.example/#organization', name: store.name },
    });
  });

  it('names a person, and the day of the last change', () => {
    const changed = { ...article, author: 'Meera Iyer', updated: new Date('2026-11-20') };
    expect(articleLd(changed, store, site)).toMatchObject({
      author: { '@type': 'Person', name: 'Meera Iyer' },
      dateModified: '2026-11-20T00:00:00.000Z',
    });
  });
});

describe('the shop', () => {
  it('is an organization that publishes the site', () => {
    expect(organizationLd(store, site)).toMatchObject({
      '@id': 'https://shop.example/#organization',
      name: store.name,
    });
    expect(websiteLd(store, site)).toMatchObject({
      publisher: { '@id': 'https://shop.example/#organization' },
    });
  });

  it('has the collection’s search', () => {
    expect(JSON.stringify(websiteLd(store, site))).toContain(
      'https://shop.example/collection?q={search_term_string}',
    );
  });

  it('leaves out profiles on other sites if there are none', () => {
    expect(organizationLd({ ...store, social: [] }, site)).not.toHaveProperty('sameAs');
  });
});
