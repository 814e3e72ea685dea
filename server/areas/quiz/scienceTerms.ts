/**
 * Science terms that are one letter away from another science term, in English and Spanish without accents. They are taken literally and
 * never corrected as typos. Plurals are included.
 */
export const scienceTerms: ReadonlySet<string> = new Set(
  `
  mitosis meiosis miosis
  proton photon neutron neuron electron foton
  adsorption absorption adsorcion absorcion
  convection convention conduction conviccion conveccion conduccion
  reflection refraction reflexion refraccion
  diffusion effusion difusion efusion
  insulation insolation aislamiento
  condensation evaporation condensacion evaporacion
  magnesium manganese magnesio manganeso
  chlorine chloride chlorite fluorine fluoride cloruro clorito fluoruro bromine bromide iodine iodide
  sulfate sulfite sulfide nitrate nitrite nitride sulfato sulfito sulfuro nitrato nitrito nitruro
  carbonate phosphate phosphite carbonato fosfato fosfito
  methane ethane propane methene ethene propene metano etano propano meteno eteno propeno
  methanol ethanol metanol etanol methyl ethyl metilo etilo
  glucose glycogen glucogen glucosa glucogeno
  thymine thiamine timina tiamina adenine adenosine adenina
  isotope isotone isotopo isotono
  ribosome lysosome ribosoma lisosoma
  nucleus nucleolus nucleo nucleolo
  chromatin chromatid cromatina cromatida
  genotype genome genotipo genoma
  organism organisms organismo
  species specie especie
  biotic abiotic biotico abiotico
  producer reducer productor reductor
  predator predation depredador depredacion
  mineral minerals
  lithosphere atmosphere litosfera atmosfera
  subduction abduction subduccion abduccion induction induccion reduction reduccion
  oxidation oxidization oxidacion
  apogee perigee apogeo perigeo
  aphelion perihelion afelio perihelio
  equinox solstice equinoccio solsticio
  meteor meteoroid meteorite meteoro meteoroide meteorito
  waning waxing menguante creciente
  emission remission omission emision remision omision
  solution salutation dilution solucion dilucion
  solvent solving solute solvente soluto
  current currant
  resistor resistance resistencia
  velocity viscosity velocidad viscosidad
  inertia inertial inercia
  density destiny densidad
  gravity gravidity gravedad
  friction fiction fraction friccion ficcion fraccion
  fission fusion fisura fision
  genetic generic kinetic genetica generica cinetica cinetico
  antigen antibody antigeno anticuerpo
  artery arteriole arteria arteriola
  `
    .trim()
    .split(/\s+/),
);
