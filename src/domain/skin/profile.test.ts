/** The profile as the device holds it: what is read of it, and which wishes it has. */
import { describe, expect, test } from 'vitest';
import { emptyProfile, isEmptyProfile, readProfile, type SkinProfile, wishesOf } from './profile.ts';

const full: SkinProfile = {
  type: 'Oily Skin',
  concerns: ['acne', 'make-up'],
  avoid: ['fragrance', 'animal'],
  pregnancy: true,
};

describe('reading', () => {
  test('a stored profile is read as it was', () => {
    for (const profile of [emptyProfile, full, { ...emptyProfile, pregnancy: true }])
      expect(readProfile(JSON.stringify(profile))).toEqual(profile);
  });

  test.each([
    '',
    'x',
    '{',
    'null',
    '5',
    '"Oily Skin"',
    '[]',
    '{}',
    '{"type":"Normal Skin","concerns":"acne","avoid":{"fragrance":true},"pregnancy":"true"}',
    '{"type":["Oily Skin"],"concerns":[5,null,"Acne","<b>",""],"avoid":["gluten"],"pregnancy":1}',
  ])('%s is an empty profile', (text) => {
    expect(readProfile(text)).toEqual(emptyProfile);
    expect(isEmptyProfile(readProfile(text))).toBe(true);
  });

  test('the valid part of a damaged profile is kept, each wish once', () => {
    const text =
      '{"type":"Dry Skin","concerns":["acne","acne",5],"avoid":["animal","x","fragrance"],"more":1}';
    expect(readProfile(text)).toEqual({
      type: 'Dry Skin',
      concerns: ['acne'],
      avoid: ['fragrance', 'animal'],
      pregnancy: false,
    });
    const many = Array.from({ length: 50 }, (_, n) => `concern-${n}`);
    expect(readProfile(JSON.stringify({ concerns: many })).concerns).toHaveLength(20);
  });
});

test('every part of a profile is a wish', () => {
  expect(wishesOf(emptyProfile)).toEqual([]);
  expect(wishesOf(full)).toEqual([
    'type:Oily Skin',
    'concerns:acne',
    'concerns:make-up',
    'avoid:fragrance',
    'avoid:animal',
    'pregnancy:true',
  ]);
});
