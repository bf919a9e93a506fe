import { messageOf, type Customer, type PhoneAccount, type PhoneMessage } from './phones.ts';

/** The requested resource does not exist. */
export class Missing extends Error {
  readonly resource: 'customer' | 'message' | 'choice' | 'account' | 'script' | 'file';
  constructor(resource: Missing['resource']) {
    super(resource);
    this.resource = resource;
  }
}

export function customerOf(account: PhoneAccount, id: string): Customer {
  const customer = account.customers.find((candidate) => candidate.id === id);
  if (!customer) throw new Missing('customer');
  return customer;
}

export function requireMessage(customer: Customer, wid: string): PhoneMessage {
  const message = messageOf(customer, wid);
  if (!message) throw new Missing('message');
  return message;
}
