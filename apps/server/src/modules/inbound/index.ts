export { createInbound, type Inbound } from './inbound.ts';
export { createStreetDoor, type StreetDoor } from './street-door.ts';
