/**
 * Couriers: whose logo a card shows and where a parcel can be followed. A courier is known by what
 * its name contains (docs/behaviour.md 8.4); an unknown one shows its name and the number, without a link.
 */

type Courier = { name: string; contains: string; track: (trackingId: string) => string };

const couriers: readonly Courier[] = [
  {
    name: 'Delhivery',
    contains: 'delhivery',
    track: (id) => `https://www.delhivery.com/track-v2/package/${id}`,
  },
  {
    name: 'Blue Dart',
    contains: 'blue dart',
    track: (id) => `https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=${id}`,
  },
  {
    name: 'Blue Dart',
    contains: 'bluedart',
    track: (id) => `https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=${id}`,
  },
  { name: 'DTDC', contains: 'dtdc', track: (id) => `https://www.dtdc.com/track-your-shipment/?awb=${id}` },
  {
    name: 'India Post',
    contains: 'india post',
    track: (id) =>
      `https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx?consignment=${id}`,
  },
  {
    name: 'Ecom Express',
    contains: 'ecom',
    track: (id) => `https://www.ecomexpress.in/tracking/?awb_field=${id}`,
  },
  { name: 'FedEx', contains: 'fedex', track: (id) => `https://www.fedex.com/fedextrack/?trknbr=${id}` },
  {
    name: 'DHL',
    contains: 'dhl',
    track: (id) => `https://www.dhl.com/in-en/home/tracking.html?tracking-id=${id}`,
  },
  {
    name: 'USPS',
    contains: 'usps',
    track: (id) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${id}`,
  },
  { name: 'UPS', contains: 'ups', track: (id) => `https://www.ups.com/track?tracknum=${id}` },
  { name: 'Amazon', contains: 'amazon', track: (id) => `https://track.amazon.in/tracking/${id}` },
];

/** Names to choose from. */
export const courierNames: readonly string[] = [...new Set(couriers.map(({ name }) => name))];

/** The courier whose name is contained in what an operator typed. */
export const findCourier = (name: string | null): { name: string } | undefined => {
  const wanted = name?.toLowerCase() ?? '';
  return couriers.find((courier) => wanted.includes(courier.contains));
};

/** The courier's own page about a parcel, or `undefined` when the courier is unknown. */
export const trackingUrl = (name: string | null, trackingId: string): string | undefined => {
  const wanted = name?.toLowerCase() ?? '';
  return couriers.find((courier) => wanted.includes(courier.contains))?.track(encodeURIComponent(trackingId));
};
