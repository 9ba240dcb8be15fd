import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingFacts } from '#domain/store/missing-facts.ts';
import type { Store } from '#domain/store/store.ts';
import { fillIn } from '#lib/fill-in.ts';
import { escapeHtml } from '#lib/text.ts';
import { contentRoot, readDelivery, readStore } from '#tools/lib/content.ts';
import { storeFacts, storeFactsHtml } from './references.ts';

const store = readStore();
const delivery = readDelivery();
const withFee = (fee: number) => ({ ...store, delivery: { ...store.delivery, fee, freeFrom: 49_900 } });

describe('fillIn', () => {
  const facts = { 'returns.days': '30', name: 'Harita' };

  it('replaces all occurrences of names by values', () => {
    expect(fillIn('{{name}}: {{returns.days}} days, {{ returns.days }} nights', facts, 'a.md')).toBe(
      'Harita: 30 days, 30 nights',
    );
  });

  it('reports the file and an unknown name', () => {
    expect(() => fillIn('Within {{return.days}} days', facts, 'content/policies/refund.md')).toThrow(
      /^content\/policies\/refund\.md: \{\{return\.days\}\}: no such fact; use one of returns\.days, name$/,
    );
  });

  it('leaves other text as it is, single braces too', () => {
    expect(fillIn('a {b} $& c', facts, 'a.md')).toBe('a {b} $& c');
  });

  it('takes a value as text, not as a pattern', () => {
    expect(fillIn('{{name}}', { name: '$& $1' }, 'a.md')).toBe('$& $1');
  });
});

describe('parts of a text', () => {
  const facts = { phone: '+91 80', email: '', name: 'Kesh' };
  it.each([
    ['Write{{#phone}} or call {{phone}}{{/phone}}.', 'Write or call +91 80.'],
    ['Write{{#email}} to {{email}}{{/email}}.', 'Write.'],
    ['{{^email}}No email.{{/email}}{{^phone}}No phone.{{/phone}}', 'No email.'],
    ['{{#phone}}a{{#email}}b{{/email}}c{{/phone}}', 'ac'],
    ['{{#email}}a{{#phone}}b{{/phone}}c{{/email}}d', 'd'],
    ['{{#phone}}a{{/phone}}{{#phone}}b{{/phone}}', 'ab'],
    ['{{#phone}}not closed', '{{#phone}}not closed'],
  ])('%s', (text, filled) => expect(fillIn(text, facts, 'a.md', () => {})).toBe(filled));

  it('need a fact that exists', () =>
    expect(() => fillIn('{{#fon}}a{{/fon}}', facts, 'a.md')).toThrow(/a\.md: \{\{#fon\}\}: no such fact/));
});

describe('a shop whose owner has not given everything', () => {
  const bare = { ...store, care: { replyHours: 24 }, legal: { entity: 'Kesh' } };
  const asText = storeFacts(bare, delivery);
  it('says how it is reached', () => {
    expect(asText['care.write']).toBe('use the form on our contact page');
    expect(asText['care.orCallInHours']).toBe('');
    expect(storeFactsHtml(bare, delivery)['care.write']).toContain('href="/contact#support"');
    expect(storeFacts(store, delivery)['care.orCall']).toBe(` or call ${store.care.phone}`);
  });

  it('lacks what the law wants, and one with everything lacks nothing', () => {
    expect(missingFacts(bare).map(({ field }) => field)).toEqual([
      'legal.gstin',
      'legal.address',
      'care.phone',
      'care.email',
      'legal.grievanceOfficer',
    ]);
    expect(missingFacts(store)).toEqual([]);
  });
});

describe('storeFacts', () => {
  it('shows amounts in rupees', () => {
    const facts = storeFacts(
      { ...store, cashOnDelivery: { ...store.cashOnDelivery, maxOrder: 2_000_000 } },
      delivery,
    );
    expect(facts['cashOnDelivery.maxOrder']).toBe('₹20,000.00');
  });

  it('says which orders on delivery are confirmed', () => {
    const confirmation = (rules: Partial<Store['cashOnDelivery']>) => {
      const cashOnDelivery = { ...store.cashOnDelivery, ...rules };
      return storeFacts({ ...store, cashOnDelivery }, delivery)['cashOnDelivery.confirmation'];
    };
    const none = { confirmAbove: 300_000, confirmFirstOrder: false, confirmAfterUndelivered: false };
    expect(confirmation(none)).toMatch(
      /^We ask you to confirm an order on delivery that is above ₹3,000.00, with/,
    );
    expect(confirmation({ ...none, confirmFirstOrder: true, confirmAfterUndelivered: true })).toContain(
      'that is above ₹3,000.00, is your first with us or follows a parcel that came back to us, with',
    );
    expect(confirmation({ ...none, confirmAbove: 0 })).toContain('every order on delivery, with');
  });

  it('states the delivery price, with another text when delivery is free', () => {
    expect(storeFacts(withFee(4_900), delivery)['delivery.cost']).toBe(
      'Delivery costs ₹49.00 and is free for orders of ₹499.00 or more.',
    );
    expect(storeFacts(withFee(0), delivery)['delivery.cost']).toMatch(
      /^Delivery is free for every order .* ₹499\.00 or more/,
    );
  });
});

describe('delivery', () => {
  it('has its zones, cut-off and exceptions in words', () => {
    const [zone] = delivery.zones;
    if (!zone) throw new Error('there is no zone');
    const facts = storeFacts(store, {
      ...delivery,
      cutOff: '14:30',
      zones: [
        { ...zone, name: 'Goa', days: { fewest: 2, most: 2 }, fee: 9_900, freeFrom: 99_900 },
        { ...zone, name: 'everywhere else', days: { fewest: 3, most: 5 }, noCashOnDelivery: false },
      ],
      notServed: [{ pincodes: [[744301, 744304]], reason: 'no courier goes there' }],
      noCashOnDelivery: [[682551, 682551]],
    });
    expect(facts).toMatchObject({
      'delivery.cutOff': '2.30 pm',
      'delivery.zones': 'Goa: 2, delivery ₹99.00, free from ₹999.00; everywhere else: 3-5',
      'delivery.notServed': 'We do not deliver to 744301-744304 (no courier goes there).',
      'delivery.noCash': 'Cash on delivery is not possible for Goa, the pincodes 682551.',
    });
  });
});

describe('the privacy policy', () => {
  const text = readFileSync(join(contentRoot, 'policies/privacy.md'), 'utf8');
  const [, kept = ''] = /## How long we keep it\n([\s\S]*?)\n## /.exec(text) ?? [];

  it.each(Object.keys(store.retention))('states the retention period: %s', (name) => {
    expect(kept).toContain(`{{retention.${name}}}`);
  });

  it('says what will hold, and from which day', () => {
    const at = (day: string) => storeFacts(store, delivery, Date.parse(day));
    expect(at('2026-11-28')['retention.sentEmails']).toBe('180 days (from 13 May 2027: 1 year)');
    expect(at('2027-05-13')['retention.sentEmails']).toBe('1 year');
    expect(at('2026-11-28')['retention.auditLog']).toBe('2 years');
    expect(at('2026-11-28')['retention.searches']).toBe('90 days');
    expect(at('2026-11-28')['retention.atLeast']).toContain('from 13 May 2027, 1 year');
  });

  it('has all its numbers from the settings', () => {
    expect(kept.replace(/\{\{.*?\}\}/g, '')).not.toMatch(/\d/);
    const facts = storeFacts(
      { ...store, retention: { ...store.retention, tickets: 730, devices: 90, atLeast: [] } },
      delivery,
    );
    expect(fillIn(kept, facts, 'privacy.md')).toMatch(
      /90 days after the last sign-in[\s\S]* 2 years after the last one/,
    );
  });
});

describe('storeFactsHtml', () => {
  it('makes email and phone links and escapes the rest', () => {
    const care = { ...store.care, phone: '+91 80 0000 0000', email: 'care@harita.example' };
    const facts = storeFactsHtml({ ...store, name: 'Soap & <Co>', care }, delivery);
    expect(facts.name).toBe('Soap &amp; &lt;Co&gt;');
    expect(facts['care.phone']).toBe('<a href="tel:+918000000000">+91 80 0000 0000</a>');
    expect(facts['care.email']).toBe('<a href="mailto:care@harita.example">care@harita.example</a>');
  });

  it('escapes characters that could end an attribute', () => {
    expect(escapeHtml('"><script>')).toBe('&quot;&gt;&lt;script&gt;');
  });
});
