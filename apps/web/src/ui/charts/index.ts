/** Charts as plain SVG. Not part of the kit's index: only screens with numbers load them. */
export { BarChart, type Bar } from './bar-chart.tsx';
export { ColumnChart, type ChartPoint } from './column-chart.tsx';
export { Donut, Gauge, type Tone } from './round-charts.tsx';
