/** The business of an order and its columns. */
import type { OrderRow } from '#db/schema/orders.ts';
import { type OrderBusiness, type RegisteredAddress, registeredState } from '#domain/tax/business.ts';

type BusinessColumns = Pick<OrderRow, 'gstin' | 'businessName' | 'sez' | 'registeredAddress'>;

export const businessColumns = (business: OrderBusiness | null | undefined): BusinessColumns => ({
  gstin: business?.gstin ?? null,
  businessName: business?.businessName ?? null,
  sez: business?.sez ?? false,
  registeredAddress: registeredAddressOf(business),
});

/** As it is stored and printed; null where it is not known. */
function registeredAddressOf(business: OrderBusiness | null | undefined): RegisteredAddress | null {
  const {
    gstin,
    registeredAddress: address,
    registeredCity: city,
    registeredZipcode: zipcode,
  } = business ?? {};
  return gstin && address && city && zipcode
    ? { address, city, state: registeredState(gstin), zipcode }
    : null;
}

/** As an invoice names it. */
export const billedTo = ({ gstin, businessName: name, sez, registeredAddress: address }: BusinessColumns) =>
  gstin && name ? { gstin, name, sez, address } : null;

export const businessOf = ({
  gstin,
  businessName,
  sez,
  registeredAddress: registered,
}: BusinessColumns): OrderBusiness | null =>
  gstin && businessName
    ? {
        gstin,
        businessName,
        ...(sez && { sez }),
        ...(registered && {
          registeredAddress: registered.address,
          registeredCity: registered.city,
          registeredZipcode: registered.zipcode,
        }),
      }
    : null;
