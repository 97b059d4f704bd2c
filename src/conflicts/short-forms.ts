/** Groups of given names, and of words in company names, that stand for each other, in English and Spanish. */

/** The names have no accents. Commas part the groups. A short form may be in several. The last groups have no common short form. */
const GIVEN_NAMES = `
robert roberto robt bob bobby rob robbie robby bert beto, william wm will bill billy willie willy liam, guillermo memo guille, roberta bobbie robbie
richard rich richie rick ricky dick, ricardo rick ricky richie, james jas jim jimmy jimmie jamie, john jon johnny johnnie jack, juan juancho juanito
jonathan jonathon johnathan jon jonny, joseph jos joe joey, jose pepe pepito chepe cheo chema, josefa josefina pepa fina josie, josephine jo josie
thomas thos tom tommy, tomas tom tommy, charles charlie charley chuck chas chip, carlos charlie carlitos, michael mike mikey mick mickey, miguel mike
david dave davey davy, daniel dan danny, edward edw ed eddie ned ted teddy, eduardo ed eddie lalo edu, edwin ed eddie, edgar ed eddie, edmund ed ned
theodore ted teddy theo, teodoro teo, anthony tony, antonio tony tono, andrew andy drew, andres andy, alexander alex alec xander sandy sasha
alejandro alex ale jandro, alexandra alexandria alex alexa lexi sandy, alejandra alex ale, sandra sandy, albert alberto al bert beto
alfred alfredo al fred freddy alf fredo, alan allan allen al, alvin al, benjamin ben benny benji, bernard bernie, bernardo berna nardo
christopher kristopher chris topher kit, christian cristian chris cris, cristobal cris tobal, kristin kristen kirsten kris kristy
christine christina cristina chris cris chrissy christy kris tina, nicholas nicolas nick nicky nico, matthew mathew matt, mateo mathias matias matt
gregory greg gregg, gregorio greg goyo, stephen steven steve stevie, esteban steve, frederick fred freddie freddy rick, federico fede fred
fernando nando fer, francis frank frankie fran, franklin frank, francisco fco frank paco paquito pancho pacho kiko cisco curro, francisca paca pancha
frances fran franny frankie, gerald gerry jerry, gerard gerry jerry, gerardo jerry, jeremy jeremiah jerry, jerome jeronimo jerry, george geo georgie
henry hank harry hal, harold harry hal, enrique quique kike rick ricky, lawrence laurence larry, lorenzo larry lencho, leonard len lenny leo
leonardo leo, leopoldo leo polo, louis lewis lou louie, luis lucho louie, luisa lucha, louise lou, martin marty, patrick pat paddy, patricio pato
patricia pat pati patty patti patsy tricia trish, peter pete, pedro perico, philip phillip phil, felipe pipe lipe phil, raymond ray, ramon ray moncho
ronald ron ronnie, donald don donnie, samuel sam sammy, samantha sam sammy, timothy tim timmy, vincent vince vinny, vicente vince chente, victor vic
victoria vicky vicki tori, walter walt wally, zachary zach zack zac, joshua josh, jacob jake, jeffrey geoffrey jeffery jeff geoff, kenneth ken kenny
nathaniel nathan nate nat, natalie natalia nat, douglas doug, dennis denny, eugene gene, gabriel gabe gabo, gabriela gabby gaby, isaac ike
maxwell maximilian maximiliano maximo max, mitchell mitch, norman norm, randall randolph randy, reginald reggie, rodney rod, roderick rod rick
rodrigo rod rigo, rigoberto rigo beto, rogelio roger, russell russ, stanley stan, stuart stewart stu, terence terrance terry, wesley wes
clifford cliff, clinton clint, curtis curt, dominic dom nick, domingo mingo, calvin cal, abraham abe, arthur art artie, arturo art, augustus constantine gus
gustavo gus tavo, agustin gus tin, octavio tavo, herbert herb, heriberto beto, humberto beto, gilbert gilberto gil beto, norberto beto
adalberto beto, dagoberto beto, ernest ernie, ernesto neto ernie tito, jesus chuy chucho, ignacio nacho, javier javi, manuel manny manolo lolo
rafael rafa, salvador chava sal, sergio checo, santiago chago santi, rodolfo rudolph rudy fito, adolfo fito, hector tito, gonzalo chalo
joaquin quino, mauricio mau, reynaldo reinaldo rey, refugio cuco cuca, hipolito polo, isidro chilo, pascual pasqual, anastasio tacho
elizabeth elisabeth liz lizzie beth betsy betty bess eliza libby lisa, isabel isabelle isabella bella isa chabela
margaret maggie meg peggy marge margie greta, margarita rita marga mago, mary molly polly mamie may, maria ma mari marita maruja
catherine katherine kathryn katharine cathy kathy kathie kate katie kay kitty kat, kathleen cathleen cathy kathy kate, catalina cata lina, guadalupe gpe lupe lupita pita, dolores lola, lourdes lulu
mercedes meche merche, concepcion concha conchita, consuelo chelo, rosario chayo charo, pilar pili, soledad chole, graciela chela, marcela chela
teresa theresa therese tere teri terry tess tessa teresita, beatriz beatrice bea betty trixie, rosa rosita, rosemary rose rosie, gertrude trudy
dorothy dorothea dot dottie dolly dora, deborah debra deb debbie, barbara barb barbie babs, jennifer jen jenn jenny, virginia ginny ginger
jacqueline jacquelyn jackie, janet jan, janice jan, jean jeannie, joan joanie joni, joanne joann jo, judith judy, julia julie, julian jules
kimberly kim, lillian lily lil, lucille lucy, lucia lucy, madeline madeleine maddie, martha marta marty mattie, matilda tilda tillie
melissa mel missy, melanie mel, melvin mel, michelle michele shelly, mildred millie, nicole nicky nikki, pamela pam, penelope penny
rebecca rebeca becky becca, sarah sara sally sadie, stephanie steph, estefania estefani fani, susan susana suzanne susanne susie suzie suzy sue
sophia sofia sophie sofi, tamara tammy, valerie valeria val, veronica vero ronnie, vivian viviana viv, wilhelmina wilma minnie, winifred winnie
amanda mandy, angela angelina angie, ann anne anna annie ana anita nancy nan, abigail abby gail, alice allie, allison alison allie ali
caroline carolyn carrie, carolina caro, charlotte lottie charlie, cecilia ceci, cynthia cindy, constance connie, diana diane di, edith edie
eleanor ellie nell nora, leonor nora, elena helena nena, ellen nell nellie, helen nell nellie, emily emilia em, florence flo flossie
genevieve gen, gwendolyn gwen, harriet hattie, socorro coco, yolanda yoli, araceli chely, rosalia chalia lia, eugenia gena, eulalia lala
karen, sharon, linda, laura, carmen, jane, ruth, gloria, irene, teodora, esther, eva, emma, olga, alicia, adriana, andrea, brenda, claudia, donna
carol, kevin, brian, mark, paul, eric, scott, jason, ryan, gary, adam, sean, keith, raul, oscar, ruben, pablo, mario, marcos, jorge, diego, ivan
juana, paula, silvia, norma, lidia, lorena, mariana, daniela, camila, valentina, ximena, luz, noel, joel, hugo, felix, cesar, alfonso
mohammed mohammad mohamed muhammad muhammed mohd md mhd, abdul abdel, ahmed ahmad, hussein hussain husain husayn, yousef yusuf youssef, sergei sergey`

/** Names of a man and of a woman that differ by a letter or two, as a slip would. */
const GENDER_PAIRS = `
alejandro alejandra, daniel daniela, francisco francisca, gabriel gabriela, juan juana, luis luisa, mario maria, patrick patricia, paul paula`

/** An underscore joins words that are read as one. */
const COMPANY_WORDS = `
apartments apartment apts apt, association assn assoc, associates assocs, automobile automotive auto, brothers bros, center centre ctr
community communities cmty, condominium condominiums condo condos, construction constr, department dept, enterprises enterprise ent
federal fed, government govt, group grp, homeowners hoa, hospital hosp, insurance ins, international intl, investments invs, management mgmt mgt
manufacturing mfg, medical med, mutual mut, national natl, properties property props, restaurant rest, savings sav, services service svcs svc
saint st, systems sys, technologies technology tech, transportation transport transp, university univ, administration admin, agency agcy
authority auth, board bd, bureau bur, commission comm, county cnty cty, district dist, division div, office ofc, laboratory labs lab, marine mar
fort ft, mount mt mountain mtn, sainte ste, point pt, port pt, island isl, heights hts, beach bch, park pk, river riv, springs spgs, village vlg
street st, avenue ave av, boulevard blvd, road rd, drive dr, highway hwy, parkway pkwy, suite ste, building bldg, first 1st 1, second 2nd 2
third 3rd 3, fourth 4th 4, fifth 5th 5, sixth 6th 6, seventh 7th 7, eighth 8th 8, ninth 9th 9, tenth 10th 10, eleventh 11th, twelfth 12th
north no, south so, northeast ne north_east, northwest nw north_west, southeast se south_east, southwest sw south_west
us usa united_states united_states_of_america, uk united_kingdom, alabama al ala, alaska ak, arizona az ariz, arkansas ar ark, california ca calif
colorado co, connecticut ct conn, delaware de del, district_of_columbia dc, florida fl fla, georgia ga, hawaii hi, idaho id, illinois il ill
indiana in ind, iowa ia, kansas ks kan, kentucky ky, louisiana la, maine me, maryland md, massachusetts ma mass, michigan mi mich
minnesota mn minn, mississippi ms miss, missouri mo, montana mt mont, nebraska ne neb, nevada nv nev, new_hampshire nh, new_jersey nj
new_mexico nm, new_york ny, north_carolina nc, north_dakota nd, ohio oh, oklahoma ok okla, oregon or ore, pennsylvania pa penn
puerto_rico pr, rhode_island ri, south_carolina sc, south_dakota sd, tennessee tn tenn, texas tx tex, utah ut, vermont vt, virginia va
virgin_islands vi, washington wa wash, west_virginia wv, wisconsin wi wis, wyoming wy wyo`

const groupsOf = (text: string): string[][] => text.split(/[,\n]/).map((group) => group.trim().split(' '))
const NAME_GROUPS = groupsOf(GIVEN_NAMES)
const OF_OTHER_GENDER = new Map(
  groupsOf(GENDER_PAIRS).flatMap(([his = '', her = '']) => [
    [his, her],
    [her, his],
  ]),
)

const NONE: readonly number[] = []
const FORMS = new Map<string, number[]>()
for (const [number, group] of [...NAME_GROUPS, ...groupsOf(COMPANY_WORDS)].entries())
  for (const word of group) {
    const key = word.replaceAll('_', '')
    FORMS.set(key, [...(FORMS.get(key) ?? []), number])
  }

const PHRASES = (COMPANY_WORDS.match(/\w+_\w+/g) ?? []).sort((one, other) => other.length - one.length)
const PHRASE = new RegExp(`(?<=^| )(?:${PHRASES.join('|').replaceAll('_', ' ')})(?= |$)`, 'g')

/** "new york" becomes "newyork". */
export const joinPhrases = (text: string): string => text.replace(PHRASE, (phrase) => phrase.replaceAll(' ', ''))

/** "Bob" and "Robert" share a group. @param word small letters without accents */
export const formsOf = (word: string): readonly number[] => FORMS.get(word) ?? NONE

export const areGivenNames = (forms: readonly number[]): boolean => forms.some((number) => number < NAME_GROUPS.length)

/** Two such words are never a typing slip, like Northwest and Southwest. */
export const areOfCompanies = (forms: readonly number[]): boolean =>
  forms.some((number) => number >= NAME_GROUPS.length)

/** Like Juan and Juana. */
export const areOfEachGender = (one: string, other: string): boolean => OF_OTHER_GENDER.get(one) === other
