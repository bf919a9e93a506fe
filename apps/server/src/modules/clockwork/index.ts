export { createClockwork, type Clockwork } from './clockwork.ts';
export { createLanes, type Lanes } from './lanes.ts';
export { createRouting, type Routing, type RoutingWish } from './routing.ts';
