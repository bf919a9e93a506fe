import { createContext } from 'react';

/** Whether one key alone may do something; people who speak or use a screen reader turn it off. */
export const SingleKeys = createContext(true);
