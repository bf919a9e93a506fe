export { createDoors } from './doors.ts';
export { createInbound, type Inbound } from './inbound.ts';
export { createStreetDoor } from './street-door.ts';
