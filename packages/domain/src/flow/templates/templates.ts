import type { FlowDoc } from '../document.ts';
import { asks, chooses, draw, drawn, notes, sends, type Drawing, type Language } from './draw.ts';
import { templateTexts } from './templates.texts.ts';

/** A flow to begin with. */
export interface FlowTemplate {
  key: string;
  name: Readonly<Record<Language, string>>;
  description: Readonly<Record<Language, string>>;
  build(language: Language, newId: () => string): FlowDoc;
}
const closesWith = (at: [number, number], mode: 'farewell' | 'rating' | 'silent') => drawn('close', at, { mode });

const drawings = {
  welcome: {
    nodes: {
      hello: sends([1, 0], 'welcomeHello'),
      menu: chooses([2, 0], 'howCanWeHelp', ['sales', 'support', 'address']),
      problem: asks([3, 1], 'describeProblem', 'problema'),
      note: notes([4, 1], 'problemNote'),
      address: sends([3, 2], 'addressText'),
      agent: sends([5, 0], 'agentComing'),
    },
    edges: [
      'start a hello',
      'hello a menu',
      'menu a1 agent',
      'menu a2 problem',
      'menu a3 address',
      'problem a note',
      'note a agent',
      'address a menu',
    ],
  },
  hours: {
    nodes: {
      hours: drawn('hours', [1, 0], { of: 'company' }),
      agent: sends([2, 0], 'agentComing'),
      message: asks([2, 1], 'closedNow', 'recado'),
      note: notes([3, 1], 'messageNote'),
      saved: sends([4, 1], 'messageSaved'),
      wait: drawn('wait', [5, 1], { until: 'opening' }),
      open: sends([6, 1], 'openAgain'),
    },
    edges: [
      'start a hours',
      'hours open agent',
      'hours closed message',
      'message a note',
      'note a saved',
      'saved a wait',
      'wait a open',
    ],
  },
  lead: {
    nodes: {
      name: asks([1, 0], 'askName', 'nome'),
      email: asks([2, 0], 'askEmail', 'email', { kind: 'email' }),
      interest: asks([3, 0], 'askInterest', 'interesse'),
      contact: drawn('data', [4, 0], {
        entries: [
          { target: 'contact', field: 'name', value: '{{nome}}' },
          { target: 'contact', field: 'email', value: '{{email}}' },
        ],
      }),
      note: notes([5, 0], 'leadNote'),
      thanks: sends([6, 0], 'leadThanks'),
    },
    edges: [
      'start a name',
      'name a email',
      'email a interest',
      'email failed interest',
      'interest a contact',
      'contact a note',
      'note a thanks',
    ],
  },
  faq: {
    nodes: {
      menu: chooses([1, 0], 'faqQuestion', ['faqDelivery', 'faqPayment', 'faqExchange']),
      delivery: sends([2, 0], 'faqDeliveryAnswer'),
      payment: sends([2, 1], 'faqPaymentAnswer'),
      exchange: sends([2, 2], 'faqExchangeAnswer'),
      more: chooses([3, 1], 'anythingElse', ['otherQuestion', 'noThanks']),
      close: closesWith([4, 1], 'farewell'),
    },
    edges: [
      'start a menu',
      'menu a1 delivery',
      'menu a2 payment',
      'menu a3 exchange',
      'delivery a more',
      'payment a more',
      'exchange a more',
      'more a1 menu',
      'more a2 close',
    ],
  },
  booking: {
    nodes: {
      date: asks([1, 0], 'askDate', 'dia', { kind: 'date' }),
      period: chooses([2, 0], 'askPeriod', ['morning', 'afternoon']),
      morning: notes([3, 0], 'morningNote'),
      afternoon: notes([3, 1], 'afternoonNote'),
      thanks: sends([4, 0], 'bookingThanks'),
    },
    edges: [
      'start a date',
      'date a period',
      'period a1 morning',
      'period a2 afternoon',
      'morning a thanks',
      'afternoon a thanks',
    ],
  },
  order: {
    nodes: {
      order: drawn('question', [1, 0], (text) => ({
        message: text('askOrder'),
        answerKey: 'pedido',
        kind: 'number' as const,
        retryMessage: text('orderRetry'),
        showsExit: true,
      })),
      note: notes([2, 0], 'orderNote'),
      thanks: sends([3, 0], 'orderThanks'),
    },
    edges: ['start a order', 'order a note', 'note a thanks'],
  },
  survey: {
    nodes: {
      score: asks([1, 0], 'askScore', 'nota', { kind: 'number' }),
      isHigh: drawn('condition', [2, 0], { rules: [{ subject: 'nota', operator: 'atLeast', value: '7' }] }),
      high: sends([3, 0], 'scoreHigh'),
      close: closesWith([4, 0], 'silent'),
      improve: asks([3, 1], 'scoreLow', 'melhoria'),
      note: notes([4, 1], 'scoreNote'),
      agent: sends([5, 1], 'agentComing'),
    },
    edges: [
      'start a score',
      'score a isHigh',
      'isHigh a high',
      'isHigh b improve',
      'high a close',
      'improve a note',
      'note a agent',
    ],
  },
  followUp: {
    nodes: {
      offer: sends([1, 0], 'offer'),
      wait: drawn('wait', [2, 0], { minutes: 20 * 60 }),
      agent: sends([3, 1], 'agentComing'),
      reminder: sends([3, 0], 'reminder'),
      lastWait: drawn('wait', [4, 0], { minutes: 3 * 60 }),
      close: closesWith([5, 0], 'silent'),
    },
    edges: [
      'start a offer',
      'offer a wait',
      'wait a reminder',
      'wait answered agent',
      'wait failed close',
      'reminder a lastWait',
      'lastWait a close',
      'lastWait answered agent',
      'lastWait failed close',
    ],
  },
} satisfies Record<string, Drawing>;

/** Flows to begin with, in the order in which they are offered. */
export const flowTemplates: readonly FlowTemplate[] = Object.entries(drawings).map(([key, drawing]) => ({
  key,
  name: templateTexts[`${key as keyof typeof drawings}Name`],
  description: templateTexts[`${key as keyof typeof drawings}Description`],
  build: (language, newId) => draw(drawing, language, newId),
}));
