import { describe, expect, it } from 'vitest';
import { emptyDraft } from '#shared/address/draft.dom.ts';
import { areaToFill, fillArea, nothingFilled } from './usePincode.ts';

const bengaluru = { city: 'Bengaluru', state: 'Karnataka' };
const pune = { city: 'Pune', state: 'Maharashtra' };
const filled = (typed: object, area = pune, before = nothingFilled) => {
  const { city, state } = fillArea({ ...emptyDraft, ...typed }, area, before);
  return { city, state };
};

describe('the pincode fills in city and state', () => {
  it('where nothing was chosen', () => expect(filled({ city: ' ' })).toEqual(pune));
  it('where the pincode before had filled them in', () =>
    expect(filled(bengaluru, pune, bengaluru)).toEqual(pune));
  it('never over what the shopper chose', () => {
    expect(filled({ city: 'Whitefield' })).toEqual({ city: 'Whitefield', state: 'Maharashtra' });
    expect(filled(bengaluru, pune, { ...bengaluru, city: 'Hubli' })).toEqual({ ...pune, city: 'Bengaluru' });
  });
  it('and empties them again where the next pincode does not say them', () => {
    const several = areaToFill({ state: undefined, states: [], district: undefined, city: undefined });
    expect(filled(bengaluru, several, bengaluru)).toEqual({ city: '', state: '' });
    expect(areaToFill('unlisted')).toEqual(several);
  });
});
