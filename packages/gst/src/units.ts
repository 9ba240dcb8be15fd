/** Unique quantity codes (UQC) of the GST portal, for goods that are sold by the piece. */

export const unitCodes = ['NOS', 'PCS', 'SET', 'BTL', 'TUB', 'PAC', 'BOX'] as const;

/** Their names on the portal. `OTH` is delivery without goods. */
export const unitNames: Record<(typeof unitCodes)[number] | 'OTH', string> = {
  NOS: 'NOS-NUMBERS',
  PCS: 'PCS-PIECES',
  SET: 'SET-SETS',
  BTL: 'BTL-BOTTLES',
  TUB: 'TUB-TUBES',
  PAC: 'PAC-PACKS',
  BOX: 'BOX-BOX',
  OTH: 'OTH-OTHERS',
};
