import { districtItems } from './districtItems.screen.ts';
import { itemAnalysisScreen } from './itemAnalysis.tsx';

export default itemAnalysisScreen(districtItems, 'district');
