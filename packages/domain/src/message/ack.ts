/** 0 pending, 1 sent, 2 delivered, 3 read, 4 played, 5 done. A receipt never lowers the acknowledgement. */
export type Ack = 0 | 1 | 2 | 3 | 4 | 5;
export const raisedAck = (stored: Ack, received: Ack): Ack => (received > stored ? received : stored);
