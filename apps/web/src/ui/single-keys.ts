import { createContext } from 'react';

/** Whether single-key shortcuts are on. Users of speech input or screen readers turn them off. */
export const SingleKeys = createContext(true);
