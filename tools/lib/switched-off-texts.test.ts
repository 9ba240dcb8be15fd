import { expect, test } from 'vitest';
import { type Switches, switches } from '#domain/store/features.ts';
import { switchedOffIn } from './switched-off-texts.ts';

const all = Object.fromEntries(switches.map((one) => [one, true])) as Switches;
const off = { ...all, wishlist: false, cod: false };

test('a text that speaks of what is off is named, once for each part', () => {
  const text = 'Your wish list is yours. Cash on delivery is possible, and a wish list too.';
  expect(switchedOffIn('policies/privacy.md', text, {}, off)).toEqual([
    'speaks of "wish list", which is off in content/store.yaml',
    'speaks of "Cash on delivery", which is off in content/store.yaml',
  ]);
  expect(switchedOffIn('policies/privacy.md', text, {}, all)).toEqual([]);
});

test('a question that is hidden with its part says nothing', () => {
  const question = { question: 'What is the limit?', answer: 'Of cash on delivery: none.' };
  const topic = (part?: string) => ({ title: 'Payments', questions: [{ ...question, part }] });
  expect(switchedOffIn('faqs/payments.yaml', question.answer, topic('cod'), off)).toEqual([]);
  expect(switchedOffIn('faqs/payments.yaml', question.answer, topic(), off)).toHaveLength(1);
});
