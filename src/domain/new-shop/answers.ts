/** The eight questions of `npm run new-shop`, and what may be answered. */
import { gstinProblem } from 'gst/gstin';
import { stateCodes } from 'gst/state-codes';
import { states } from 'gst/states';
import * as z from 'zod';
import { slugOf } from '#domain/import/slug.ts';
import { line } from '#lib/content-fields.ts';
import { preparedGoods } from './goods.ts';

/** A list as somebody types it, `Hindi, Hinglish`, or as YAML has it. */
const list = <T extends z.ZodType<unknown, string>>(item: T) =>
  z.preprocess(
    (typed) =>
      typeof typed === 'string'
        ? typed
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean)
        : typed,
    z.array(item),
  );

/** One of some names, in any case. */
const oneOf = <const Name extends string>(names: readonly Name[], what: string) =>
  z.preprocess(
    (typed) => names.find((name) => name.toLowerCase() === String(typed).trim().toLowerCase()) ?? typed,
    z.enum(names, `must be ${what}: ${names.join(', ')}`),
  ) as z.ZodType<Name, string>;

/** Ways to pay, as the question names them, with the part of `content/store.yaml` that has their switch. */
export const paymentAnswers = {
  'cash on delivery': 'cashOnDelivery',
  Razorpay: 'razorpay',
  Stripe: 'stripe',
  'bank transfer': 'bankTransfer',
} as const;

/** Languages of search besides English, with the field of `content/search.yaml` that has their words. */
export const languageAnswers = { Hindi: 'hindi', Hinglish: 'hinglish' } as const;

const keys = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

/** A courier that the list does not have: its name and its tracking page. */
const ownCourier = /^(.+?)\s+(https:\/\/\S*\{number\}\S*)$/;

/** @param couriers the names of `content/couriers.yaml` */
const courier = (couriers: readonly string[]) =>
  z
    .string()
    .trim()
    .refine((typed) => ownCourier.test(typed) || couriers.some((name) => isSame(name, typed)), {
      error: `must be one of ${couriers.join(', ')}; or a name with its tracking page: Bluebird https://track.example/{number}`,
    })
    .transform((typed) => {
      const [, name = couriers.find((one) => isSame(one, typed)) ?? typed, trackingUrl] =
        ownCourier.exec(typed) ?? [];
      return { name, trackingUrl };
    });

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

/** Words of the owner, which stand in titles, addresses and texts. */
const ownWords = line(40)
  .refine((words) => slugOf(words), 'must have a letter or a digit')
  // Controls, signs that turn the direction of a text, and what texts take for the name of a fact.
  .refine(
    (words) => !/[\p{Cc}\u2028-\u202e\u2066-\u2069]|\{\{|\}\}/u.test(words),
    'has a sign that nobody can read',
  );

/** @param couriers the names of `content/couriers.yaml` */
export const answersWith = (couriers: readonly string[]) => ({
  name: ownWords,
  state: oneOf(states, 'a state or union territory of India'),
  gstin: z
    .string()
    .trim()
    .transform((typed) => (/^(none|no)?$/i.test(typed) ? undefined : typed.toUpperCase()))
    .superRefine((gstin, context) => {
      const message = gstin && gstinProblem(gstin);
      if (message) context.addIssue({ code: 'custom', message: `${message}. Or answer: none` });
    }),
  sells: ownWords,
  search: list(oneOf(keys(languageAnswers), 'a language besides English')),
  pay: list(oneOf(keys(paymentAnswers), 'a way to pay')).refine(
    (ways) => ways.some((way) => way !== 'bank transfer'),
    'must have a way besides the bank transfer, which begins once your account is entered',
  ),
  courier: list(courier(couriers)).refine((all) => all.length > 0, 'must name a courier'),
  colour: z
    .string()
    .trim()
    .regex(/^#[\da-fA-F]{6}$/, 'must be # and six digits or letters from a to f'),
});

export type Questions = ReturnType<typeof answersWith>;
export type Answers = { [Name in keyof Questions]: z.output<Questions[Name]> };

/** Why a GSTIN is not of the state; `undefined` if it is. */
export const stateMistake = ({ state, gstin }: Pick<Answers, 'state' | 'gstin'>): string | undefined =>
  gstin && !gstin.startsWith(stateCodes[state])
    ? `this GSTIN is not one of ${state}, which begin with ${stateCodes[state]}`
    : undefined;

/** The questions as they are asked. @property usual what an empty answer means; there is no usual name */
export const questions: Record<keyof Questions, { ask: string; usual?: string }> = {
  name: { ask: 'What is the name of the shop?' },
  state: { ask: 'In which state is it registered?', usual: 'Karnataka' },
  gstin: { ask: 'Its GSTIN (15 characters, or none)?', usual: 'none' },
  sells: {
    ask: `What does it sell: ${keys(preparedGoods).join(', ')}, or something else in your words?`,
    usual: 'skin care',
  },
  search: {
    ask: 'In which languages do people search, besides English: Hindi, Hinglish (Hindi in Latin letters)?',
    usual: 'Hindi, Hinglish',
  },
  pay: { ask: `How can they pay: ${keys(paymentAnswers).join(', ')}?`, usual: 'cash on delivery, Razorpay' },
  courier: { ask: 'Which courier takes the parcels?', usual: 'Delhivery' },
  // rule: colours - the usual answer
  colour: { ask: 'Its main colour, such as #5a1f57?', usual: '#234d38' },
};
