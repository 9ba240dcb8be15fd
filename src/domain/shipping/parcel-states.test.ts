/** How the words of couriers are understood (docs/desk.md, "Papers and shipping"). */
import { describe, expect, test } from 'vitest';
import { type ParcelState, parcelStates } from './parcel-states.ts';
import { courierStatusesContent } from './status-content.ts';
import { samplePhrases, sampleStates } from './testing/sample-states.ts';

/** What couriers say, by what it means. */
const statuses: Record<ParcelState, string> = {
  delivered: `
    Delivered | DELIVERED | delivered. | Shipment Delivered | shipment_delivered | Order Delivered
    Delivered to consignee | Delivered To : Customer | Delivered (Self) | Delivered to neighbour
    Delivered to security guard | Delivered at doorstep | Item Delivered(Addressee)
    Item Delivered(Neighbour) | Item Delivered [To: R KUMAR (Addressee)] | Item Delivery Confirmed
    Successfully Delivered | Your shipment has been delivered | Delivery Successful | STATUS: DELIVERED
    Delivered on 27-Nov-2026 14:05 | DELIVERED 27/11/2026 2:05 PM | Otp Based Delivered | Left with guard
    Delivered with OTP`,
  undelivered: `
    Undelivered | UN-DELIVERED | UnDelivered | Not delivered | NOT DELIVERED - DOOR LOCKED | NDR
    Delivery attempt failed | Delivery attempted | Undelivered-1st Attempt
    shipment_undelivered_attempted | UD Undelivered | Consignee refused to accept
    Customer not available | Door Locked | Delivery failed | Addressee Left Without Instructions
    Could not be delivered | Not delivered to customer | Insufficient address`,
  returned: `
    RTO Delivered | RTO_DELIVERED | RTODelivered | rto_completed | RTD RTO Delivered | Returned
    Returned to origin | Returned back to the seller | Return completed | Delivered to shipper
    Shipment delivered to origin | Delivered to Origin | Item Delivered(Sender)
    Returned to Seller/Client | RTO OTP Based Delivered | Delivered back to shipper`,
  unchanged: `
    RTO | RTO Initiated | RTO In Transit | RTO-IT RTO In Transit | RTO Undelivered | RTO Not Delivered
    RTO - Received at Delhi Hub | RTO Out For Delivery | RTO Processed & Forwarded | Returning to origin
    Item Returned to Sender | Returned to hub | Returned to DC for reattempt | Return request received
    Out for Delivery | OutForDelivery | out_for_delivery | OFD | To be delivered
    Will be delivered today | Delivered to hub | Delivered to Pune Hub | Delivered at branch
    Delivered to courier | Bag delivered | In Transit | IN TRANSIT-EN-ROUTE | InTransit
    Reached At Destination | Picked Up | Manifested | Not yet delivered | Item Bagged
    ReachedAtDestination | Delivery rescheduled by customer`,
  unknown: `
    — | Delivered to | Delivered at | Delivered to wrong address | Delivered to wrong addressee
    Delivered to person other than addressee | Delivered to another customer | Partially delivered
    0 delivered | Delivered: 0 | Delivered 1/2 | Delivered to Mr. Sharma | Delivered at Pune | Lost
    Delivered to hub for addressee | Cash not collected, delivered | Delivered to post office | वितरित
    =1+1 | {recipient} | … | Deliveredish | Delivered damaged | Undelivered, at hub`,
};

const said = Object.entries(statuses).flatMap(([state, all]) =>
  all.split(/[|\n]/).map((status) => [status.trim(), state] as const),
);
const unreadable = ['', ' ', `Undelivered ${'x '.repeat(200)}`].map((status) => [status, 'unknown'] as const);

test.each([...said.filter(([status]) => status), ...unreadable])('%j is %s', (status, state) =>
  expect(sampleStates(status)).toBe(state),
);

describe('phrases of the content', () => {
  const only = (change: object) => courierStatusesContent.safeParse({ ...samplePhrases, ...change });
  const states = (change: object) =>
    parcelStates(courierStatusesContent.parse({ ...samplePhrases, ...change }));

  test('an added phrase is understood, also in another script and with three dots', () => {
    const stateOf = states({ delivered: ['वितरित', 'given to ... {recipient}'], ignored: ['item'] });
    expect(['वितरित', 'Item given to old Guard', 'givento guard', 'Delivered'].map(stateOf)).toEqual([
      ...['delivered', 'delivered', 'delivered', 'unknown'],
    ]);
  });

  test.each([
    [{ delivered: ['delivered', 'RTO'] }, '“rto” is in two lists'],
    [{ delivered: ['The Item'] }, '“The Item” has no word that is not ignored'],
    [{ delivered: ['… …'] }, '“… …” has no word that is not ignored'],
    [{ delivered: ['to {person}'] }, '“to {person}”: {person} is none of {recipient}, {sender}'],
    [{ delivered: ['a … b … c … d'] }, 'has … more than twice'],
    [{ delivered: [] }, 'Too small: expected array to have >=1 items'],
  ])('%j is refused', (change, message) => expect(only(change).error?.issues[0]?.message).toBe(message));
});
